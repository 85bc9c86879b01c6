const firstStrongIsolate = '\u2068'
const popDirectionalIsolate = '\u2069'

/** Isolates a right-to-left name, which would otherwise reorder the text and figures around it. */
export function bidiIsolate(name: string): string {
  return /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u.test(
    name,
  )
    ? `${firstStrongIsolate}${name}${popDirectionalIsolate}`
    : name
}
