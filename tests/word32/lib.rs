//! Nothing: the suites are all there is to this package.
