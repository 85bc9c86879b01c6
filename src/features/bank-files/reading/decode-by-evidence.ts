import { decodeStrictly, wideEncodings, wideStrangeness } from './wide-letters.ts'

// Which encoding a text has that is not UTF-8 is decided by how strange each reading of it would look.

interface Encoding {
  name: string
  /** The letters beyond ASCII of the languages that are written in it; the most frequent ones where a script has its own. */
  alphabets: string[]
  /** Of encodings that only old programs use. */
  handicap?: number
  /** Its capitals are the small letters of other encodings. */
  hasOddCapitals?: boolean
}

const western = [
  'äöüß',
  'àâçéèêëîïôùûüÿœæ',
  'áéíñóúüçàèòïºª',
  'áâãàçéêíóôõúüºª',
  'àèéìîòóù°º',
  'åäöæøéü',
  'áðéíóúýþæö',
  'éèëêïöüáóíâç',
]
const central = ['ąćęłńóśźż', 'áčďéěíňóřšťúůýžäĺľôŕ', 'áéíóöőúüű', 'ăâîşţșț', 'čćđšž']
const baltic = ['āčēģīķļņšūž', 'ąčęėįšųūž', 'äöõüšž']
const cyrillic = ['оеаинтсрвлкмдпуяыьгз', 'оанивіетрслкдмпуязїь']
const greek = ['αοιεητσνυρπκμλςωάόίέήύώ']
const hebrew = ['יוהלארמבשתנםדקחפ']
const arabic = ['الينمرتبةدسعفهكقحجأ']

/** In this order: the first of those that fit best. */
const encodings: Encoding[] = [
  // Differs from windows-1252 in the six letters of Turkish only, so it comes first.
  { name: 'windows-1254', alphabets: ['çğıöşüâîû'] },
  { name: 'windows-1252', alphabets: western },
  { name: 'iso-8859-15', alphabets: western },
  { name: 'windows-1250', alphabets: central },
  { name: 'iso-8859-2', alphabets: central },
  { name: 'windows-1257', alphabets: baltic },
  { name: 'windows-1251', alphabets: cyrillic },
  { name: 'windows-1253', alphabets: greek },
  { name: 'windows-1255', alphabets: hebrew },
  { name: 'windows-1256', alphabets: arabic },
  { name: 'koi8-r', alphabets: cyrillic, hasOddCapitals: true },
  { name: 'ibm866', alphabets: cyrillic, hasOddCapitals: true },
  { name: 'cp850', alphabets: western, handicap: 1 },
  { name: 'macintosh', alphabets: western, handicap: 1 },
]

const upperCp850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

/** Decodes a text of an encoding that nothing names. */
export function decodeByEvidence(bytes: Uint8Array): string {
  const sample = sampleAround(bytes)
  let best = { name: 'windows-1252', score: Number.POSITIVE_INFINITY }
  for (const encoding of encodings) {
    const score = strangeness(decodeLegacy(encoding.name, sample), encoding)
    if (score < best.score) best = { name: encoding.name, score }
  }
  if (best.score > 0) {
    for (const name of wideEncodings) {
      const score = wideStrangeness(name, bytes.subarray(0, 100_000))
      const text = score < best.score ? decodeStrictly(name, bytes) : null
      if (text !== null) best = { name, score }
    }
  }
  return decodeLegacy(best.name, bytes)
}

function decodeLegacy(encoding: string, bytes: Uint8Array): string {
  if (encoding !== 'cp850') return new TextDecoder(encoding).decode(bytes)
  return new TextDecoder('windows-1252')
    .decode(bytes.map((byte) => (byte < 128 ? byte : 127)))
    .replaceAll(/\u007f/g, (_, at: number) => upperCp850[(bytes[at] ?? 0) - 128] ?? '\u007f')
}

/** The neighbourhood of bytes that differ between encodings. */
function sampleAround(bytes: Uint8Array): Uint8Array {
  const chosen: number[] = []
  let last = -1
  for (let at = 0; at < bytes.length && chosen.length < 20_000; at++) {
    if ((bytes[at] ?? 0) < 128) continue
    if (last < at - 2) chosen.push(32)
    for (const near of [at - 1, at, at + 1]) {
      if (near <= last || near < 0) continue
      chosen.push(bytes[near] ?? 32)
      last = near
    }
  }
  return Uint8Array.from(chosen)
}

/** Counts what words do not have: symbols at letters, capitals after small letters, unused codes, letters of two scripts. */
function strangeness(text: string, { alphabets, handicap = 0, hasOddCapitals = false }: Encoding): number {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  return (
    handicap +
    count(/[a-z][^\p{L}\p{P}\p{Z}\0-\u007f]|[^\p{L}\p{P}\p{Z}\0-\u007f][a-z]/giu) +
    count(/[a-z][„‚”“‹›…¿¡«»][a-z]/giu) +
    count(/\p{Ll}[\u0080-\uffff](?<=\p{Lu})/gu) +
    count(/[\u0080-\u009f\u2500-\u259f¤¬¦¸¨¯\ufffd]/g) +
    count(/(?<=[a-z])[^\p{Script=Latin}\P{L}]|[^\p{Script=Latin}\P{L}](?=[a-z])/giu) +
    count(/\p{M}/gu) +
    (text.match(/(?:[^\p{Z}\0-\u007f](?<![^\p{Script=Latin}\P{L}])){4,}/gu)?.join('').length ?? 0) +
    (hasOddCapitals ? count(/\p{Lu}(?<![\p{Script=Latin}])/gu) / 7 : 0) +
    foreignLetters(text, alphabets) / 2
  )
}

/** How many letters do not belong to the language that has most of them. */
function foreignLetters(text: string, alphabets: string[]): number {
  const counts = new Map<string, number>()
  for (const letter of text.toLowerCase().match(/[^\P{L}\0-\u007f]/gu) ?? [])
    counts.set(letter, (counts.get(letter) ?? 0) + 1)
  return Math.min(
    ...alphabets.map((alphabet) =>
      [...counts].reduce((sum, [letter, times]) => sum + (alphabet.includes(letter) ? 0 : times), 0),
    ),
  )
}
