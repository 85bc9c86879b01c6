const longPart = /([^/]{8})[^/]{24,}/g

/** A path as it may stand in the log. Whoever knows the id in a public link can open it, so only its beginning is kept. */
export function loggedPath(path: string): string {
  return path.replaceAll(longPart, '$1…')
}
