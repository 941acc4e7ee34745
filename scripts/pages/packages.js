// Find the packages that the pages import by name next to this file.

/** @type {import("node:module").ResolveHook} */
export function resolve(specifier, context, next) {
  const isPackage = /^[@a-z]/.test(specifier) && !/^(node|file|data):/.test(specifier);
  return next(specifier, isPackage ? { ...context, parentURL: import.meta.url } : context);
}
