/** What banks, card networks and payment services put around the name, and legal forms. */
const noise = new Set(
  (
    'the and und et of de la le les der die das el los il di da for by at to ' +
    'inc llc ltd limited gmbh co corp corporation company ag kg ohg ug sa sas sarl srl spa bv nv ab oy pty plc kk ' +
    'com www http https net org ' +
    'pos sq tst toast sp pp py paypal stripe sumup izettle zettle square klarna adyen mollie ' +
    'card debit credit visa mastercard maestro amex girocard ec cb eftpos interac vpay contactless apple google pay wallet ' +
    'purchase payment recurring preauth auth checkcard ach sepa lastschrift kartenzahlung zahlung karte kauf einkauf ' +
    'paiement achat carte pago compra tarjeta pagamento carta betaling betaalautomaat dankort ref nr no id usd eur gbp chf'
  ).split(' '),
)

/** Words that many merchants have in their names, and large cities. Alone they say little. */
const generic = new Set(
  (
    'coffee cafe caffe kaffee restaurant ristorante bistro bar grill pizzeria pizza bakery baeckerei deli kitchen diner pub ' +
    'hotel hostel inn store stores shop market supermarket markt supermarkt marche express city center centre plaza mall ' +
    'taxi cab parking station gas fuel petrol airport train bus pharmacy apotheke pharmacie office supplies supply ' +
    'services service hosting online software subscription monthly lunch dinner breakfast team client food foods group international ' +
    'new york london paris berlin madrid rome roma milano tokyo sydney toronto chicago boston austin seattle denver ' +
    'san francisco los angeles vienna wien zurich hamburg munich muenchen amsterdam dublin lisbon brussels usa us uk gb fr'
  ).split(' '),
)

/** Letters and digits in lower case, without accents. */
function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}|(?<=\p{L})['’](?=\p{L})/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** The words that name the merchant. Numbers of shops, dates and references are left out. */
export function namesOf(text: string): string[] {
  const words = wordsOf(text)
  const named = words.filter(
    (word) => !noise.has(word) && !/^\p{N}+$|\p{N}{3}/u.test(word) && word.length > 1,
  )
  return named.length > 0 ? named : words.filter((word) => !noise.has(word))
}

/** Two letters are mostly those of a state or country. */
const weightOf = (word: string) => (generic.has(word) || word.length < 3 ? 1 : Math.min(word.length, 8))

/** Whether the letters of `short` stand in `long` in the same order, as in "amzn" for "amazon". */
function abbreviates(short: string, long: string): boolean {
  if (short.length < 3 || short[0] !== long[0] || /[aeiou]/.test(short.slice(1))) return false
  let index = 0
  for (const letter of short) {
    index = long.indexOf(letter, index) + 1
    if (index === 0) return false
  }
  return long.replaceAll(/[aeiou]/g, '').length - short.length <= 1
}

/** At most one letter is wrong, missing or too many, as after a misread letter. */
function isOneLetterOff(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || Math.min(a.length, b.length) < 5) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  const rest = (text: string, skipped: number) => text.slice(start + skipped)
  return rest(a, 1) === rest(b, 1) || rest(a, 1) === rest(b, 0) || rest(a, 0) === rest(b, 1)
}

function isSameWord(a: string, b: string): boolean {
  if (a === b) return true
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return (short.length >= 4 && long.startsWith(short)) || abbreviates(short, long) || isOneLetterOff(a, b)
}

const weigh = (words: readonly string[]) => words.reduce((sum, word) => sum + weightOf(word), 0)

/** How much of the names of `a` is in `b`, by weight, and whether that is more than words that many have. */
function coverage(a: readonly string[], b: readonly string[]): { share: number; isTelling: boolean } {
  const found = a.filter((word) => b.some((other) => isSameWord(word, other)))
  return { share: weigh(found) / weigh(a), isTelling: found.some((word) => !generic.has(word)) }
}

/** A shorter name may be part of another word. */
const minJoined = 5

/** Banks leave out the spaces of a name, or cut it off. */
function isPart(words: readonly string[], whole: readonly string[]): boolean {
  const joined = words.join('')
  if (joined.length < minJoined || words.every((word) => generic.has(word))) return false
  return whole.join('').includes(joined)
}

/** Whether two texts name the same merchant: what stands on a receipt, and the words of a bank or of the owner. */
export function areAlike(merchant: string, text: string): boolean {
  return areNamesAlike(namesOf(merchant), namesOf(text))
}

/** The same for names that were taken out of their texts before. */
export function areNamesAlike(a: readonly string[], b: readonly string[]): boolean {
  if (a.length === 0 || b.length === 0) return false
  if (a.join('') === b.join('') || isPart(a, b) || isPart(b, a)) return true
  const [there, back] = [coverage(a, b), coverage(b, a)]
  return (there.isTelling && there.share >= 0.6) || (back.isTelling && back.share >= 0.8)
}
