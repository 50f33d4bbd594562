#pragma once

// The folder that the build makes beside a program for the files of this target.
const char *_Nonnull cgazetteer_folder(void);
