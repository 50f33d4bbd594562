print("milepost")
