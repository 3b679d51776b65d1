// The part of Foundation without its data on languages, under one name. That data is most of a static executable.

#if canImport(FoundationEssentials)
@_exported public import FoundationEssentials
#else
@_exported public import Foundation
#endif
