const longSegment = /([^/]{8})[^/]{24,}/g

/** Shortens a path for the log: the id in a public link grants access. */
export function loggedPath(path: string): string {
  return path.replaceAll(longSegment, '$1…')
}
