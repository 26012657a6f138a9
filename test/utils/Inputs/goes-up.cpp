// Includes a header of the library above.
#include "TorchScript/High/Roof.h"
