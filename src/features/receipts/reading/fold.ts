/** Lower case, without accents and spaces, and with digits that are often read instead of letters as those letters. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('æ', 'ae')
    .replaceAll(/(?<=[a-z])0|0(?=[a-z])/g, 'o')
    .replaceAll(/(?<=[a-z])[1|!](?=[a-z])/g, 'i')
    .replaceAll(/(?<=[a-z])5(?=[a-z])/g, 's')
    .replaceAll(/[^a-z0-9%]/g, '')
}

/**
 * Whether a folded text has a folded word in it, if one letter in five may be wrong, missing or too many.
 */
export function hasWord(text: string, word: string): boolean {
  if (text.includes(word)) return true
  const allowed = Math.floor(word.length / 5)
  if (allowed === 0 || text.length < word.length - allowed) return false
  // The edit distance of the word to the nearest part of the text, a column for each letter of the text.
  let column = Array.from({ length: word.length + 1 }, (_, index) => index)
  for (const letter of text) {
    const next = [0]
    for (let index = 1; index <= word.length; index += 1) {
      const change = column[index - 1]! + (word[index - 1] === letter ? 0 : 1)
      next.push(Math.min(change, column[index]! + 1, next[index - 1]! + 1))
    }
    if (next[word.length]! <= allowed) return true
    column = next
  }
  return false
}
