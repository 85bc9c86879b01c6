// Conflicting classes are not resolved. A `className` given to a component is for its layout (margin, width,
// grid), not for its style.
export function classNames(...parts: Array<string | false | null | undefined>): string {
  return parts.filter(Boolean).join(' ')
}
