/** Words that occur in every text, so searching for them finds nothing useful. */
const fillers = new Set(
  (
    'a am an and any are as at be been but by can could did do does for from had has have how i if in into is it its ' +
    'me my of on or our so than that the their them then there these they this those to us was we were what when where ' +
    'which who why will with would you your'
  ).split(' '),
)

const wordPattern = /[\p{L}\p{N}]+/gu

/** Normalizes a word for comparison: lower case, without accents and without a plural s. */
export function fold(word: string): string {
  const plain = word.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')
  return plain.length > 3 ? plain.replace(/(?<!s)s$/, '') : plain
}

export function wordsIn(text: string): string[] {
  // Both “clients” and “client” find “client’s”.
  return text.replaceAll(/(?<=\p{L})[’'](?=\p{L})/gu, '').match(wordPattern) ?? []
}

export function isFiller(word: string): boolean {
  return fillers.has(word)
}

/** Returns the search terms of a query. If it consists of fillers only, the fillers are the terms. */
export function termsOf(typed: string): string[] {
  const words = [...new Set(wordsIn(typed).map(fold))]
  const significant = words.filter((word) => !isFiller(word))
  return significant.length > 0 ? significant : words
}

export interface Part {
  text: string
  isFound: boolean
}

export function markTerms(text: string, isFound: (word: string) => boolean): Part[] {
  const parts: Part[] = []
  // Words include their apostrophes, so that a highlight does not end in the middle of a word.
  for (const segment of text.split(/([\p{L}\p{N}]+(?:[’'][\p{L}\p{N}]+)*)/u)) {
    if (segment === '') continue
    const [word] = wordsIn(segment)
    const found = word !== undefined && isFound(fold(word))
    const last = parts.at(-1)
    if (last && last.isFound === found) last.text += segment
    else parts.push({ text: segment, isFound: found })
  }
  return parts
}
