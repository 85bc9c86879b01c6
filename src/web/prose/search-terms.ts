/** Words that stand in every text, and so lead to none. */
const fillers = new Set(
  (
    'a am an and any are as at be been but by can could did do does for from had has have how i if in into is it its ' +
    'me my of on or our so than that the their them then there these they this those to us was we were what when where ' +
    'which who why will with would you your'
  ).split(' '),
)

const wordPattern = /[\p{L}\p{N}]+/gu

/** As words are compared: without capitals and accents, one thing like many. */
export function fold(word: string): string {
  const plain = word.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')
  return plain.length > 3 ? plain.replace(/(?<!s)s$/, '') : plain
}

export function wordsIn(text: string): string[] {
  // “Client’s” is found by “clients” and by “client”.
  return text.replaceAll(/(?<=\p{L})[’'](?=\p{L})/gu, '').match(wordPattern) ?? []
}

export function isFiller(word: string): boolean {
  return fillers.has(word)
}

/** What somebody is looking for. Whoever types nothing but fillers means them. */
export function termsOf(typed: string): string[] {
  const words = [...new Set(wordsIn(typed).map(fold))]
  const telling = words.filter((word) => !isFiller(word))
  return telling.length > 0 ? telling : words
}

export interface Part {
  text: string
  isFound: boolean
}

/** A text cut into what was looked for and what was not. */
export function markTerms(text: string, isFound: (word: string) => boolean): Part[] {
  const parts: Part[] = []
  // With their apostrophes: a mark does not end in the middle of a word.
  for (const piece of text.split(/([\p{L}\p{N}]+(?:[’'][\p{L}\p{N}]+)*)/u)) {
    if (piece === '') continue
    const [word] = wordsIn(piece)
    const found = word !== undefined && isFound(fold(word))
    const last = parts.at(-1)
    if (last && last.isFound === found) last.text += piece
    else parts.push({ text: piece, isFound: found })
  }
  return parts
}
