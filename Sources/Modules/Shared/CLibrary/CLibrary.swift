// The platform's C library under one name. A file imports `CLibrary` if it calls the operating system.

#if canImport(Glibc)
@_exported public import Glibc
#elseif canImport(Musl)
@_exported public import Musl
#else
@_exported public import Darwin
#endif
