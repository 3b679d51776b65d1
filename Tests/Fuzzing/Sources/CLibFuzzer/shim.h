// libFuzzer has no header of its own for Swift's toolchain. See "Using libFuzzer as a library" in its documentation.
#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));
