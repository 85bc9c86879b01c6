const firstStrongIsolate = '\u2068'
const popDirectionalIsolate = '\u2069'

/**
 * A name as a part of a sentence of ours. One that is written from right to left would drag the words and figures
 * around it along, so it is marked off; others need no mark, and get none.
 */
export function bidiIsolate(name: string): string {
  return /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u.test(
    name,
  )
    ? `${firstStrongIsolate}${name}${popDirectionalIsolate}`
    : name
}
