// Nothing is merged here: a `className` given to a component is for its place (margin, width, grid), not its look.
export function classNames(...parts: Array<string | false | null | undefined>): string {
  return parts.filter(Boolean).join(' ')
}
