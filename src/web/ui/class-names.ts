// Resolves no conflicts: a `className` given to a component is for its layout, not for its style.
export function classNames(...parts: Array<string | false | null | undefined>): string {
  return parts.filter(Boolean).join(' ')
}
