#include "cgazetteer.h"

// The build names it after the package and the target.
const char *cgazetteer_folder(void) { return "milepost_CGazetteer.resources"; }
