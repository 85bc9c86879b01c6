const longSegment = /([^/]{8})[^/]{24,}/g

/**
 * Shortens a path for the log. The id in a public link grants access, so only its first characters are
 * logged.
 */
export function loggedPath(path: string): string {
  return path.replaceAll(longSegment, '$1…')
}
