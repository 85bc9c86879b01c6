import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type TextBlock, type TextLine, layOutText } from './lay-out-text.ts'

const size = 10
const lay = (text: string, width?: number) =>
  layOutText(text, width === undefined ? { size } : { size, width })
const glyphsOf = (block: TextBlock) => block.lines.flatMap(({ runs }) => runs.flatMap(({ glyphs }) => glyphs))
const textOf = ({ runs }: TextLine) => runs.flatMap(({ glyphs }) => glyphs.map(({ text }) => text)).join('')
const read = (text: string, width?: number) => lay(text, width).lines.map(textOf)
/** The characters from left to right, as they are displayed. */
const seen = (text: string) => read(text).join('\n')

describe('lines', () => {
  test('are filled up to the width and never beyond it', () => {
    const block = lay('The quick brown fox jumps over the lazy dog, again and again. '.repeat(4), 120)
    expect(block.lines.length).toBeGreaterThan(5)
    for (const { width } of block.lines) expect(width).toBeLessThanOrEqual(120)
    expect(block.lines.map(textOf).join(' ')).toContain('The quick brown fox jumps over the lazy dog, again')
    expect(block.height).toBeCloseTo(block.lines.length * block.lineHeight)
  })

  test('end where the text says so, empty ones included', () => {
    expect(read('a\n\nb\r\nc\rd\u2028e')).toEqual(['a', '', 'b', 'c', 'd', 'e'])
    expect(lay('').lines).toEqual([])
    expect(lay(' \n ').lines).toEqual([])
  })

  test('break a word that is longer than they are, and lose none of it', () => {
    const word = 'Donaudampfschifffahrt'.repeat(6)
    const lines = lay(`see ${word}`, 100).lines
    for (const { width } of lines) expect(width).toBeLessThanOrEqual(100.5)
    expect(lines.map(textOf).join('').replace('see', '').trim()).toBe(word)
  })

  test.each([
    ['letters that never stop joining', 'क्'.repeat(250)],
    ['a heap of marks', `a${'\u0323\u0301'.repeat(200)} b`],
    ['a word of many syllables', 'किताबघर'.repeat(40)],
    ['a word from right to left', 'كتابة'.repeat(60)],
  ])('break %s, and lose none of it', (_what, text) => {
    const block = lay(text, 100)
    for (const { width } of block.lines) expect(width).toBeLessThanOrEqual(100.5)
    const sorted = (characters: string) => Array.from(characters.replaceAll(/[\s\u200b]/g, '')).toSorted()
    expect(sorted(block.lines.map(textOf).join(''))).toEqual(sorted(text.normalize('NFC')))
  })

  test('break an address behind its signs first', () => {
    expect(read('https://pay.example/invoices/1234', 110)[0]).toBe('https://pay.example/')
  })

  test('of Chinese and Japanese end anywhere but before a full stop or behind a bracket', () => {
    const lines = read('网站设计与开发，包括首页、产品页面（第一阶段）和结账页面的线框图。'.repeat(3), 85)
    expect(lines.length).toBeGreaterThan(8)
    expect(lines.filter((line) => /^[，、。）]/.test(line) || line.endsWith('（'))).toEqual([])
  })

  test('of Thai end between words', () => {
    const words = ['ใบแจ้งหนี้', 'สำหรับ', 'การบริการ']
    expect(read(words.join(''), 60).length).toBeGreaterThan(1)
    expect(read('ภาษาไทย', 30)[0]).toBe('ภาษา')
  })

  test('keep what stands around a no-break space together', () => {
    expect(read('aaaa 100\u00a0km', 45)).toEqual(['aaaa', '100\u00a0km'])
  })
})

describe('direction', () => {
  test('Hebrew runs from right to left, its figures and Latin words from left to right', () => {
    expect(seen('אבג 123 abc')).toBe('abc 123 גבא')
    expect(seen('abc אבג דהו 12')).toBe('abc 12 והד גבא')
  })

  test('brackets turn with the direction and are still copied as they were typed', () => {
    const glyphs = glyphsOf(lay('(א)'))
    expect(glyphs.map(({ text }) => text)).toEqual([')', 'א', '('])
    const [open, close] = glyphsOf(lay('()'))
    expect([glyphs[0]?.id, glyphs[2]?.id]).toEqual([open?.id, close?.id])
  })

  test('a paragraph takes the direction of its first letter', () => {
    expect(lay('123 אב').lines[0]?.rightToLeft).toBe(true)
    expect(lay('abc אב').lines[0]?.rightToLeft).toBe(false)
  })

  test('no character turns a text around by force', () => {
    expect(seen('pay \u202e00.1$\u202c now')).toBe('pay 00.1$ now')
  })

  test('Arabic letters join: the same letter has other shapes within a word', () => {
    const shapes = new Set(glyphsOf(lay('ببب')).map(({ id }) => id))
    expect(shapes.size).toBe(3)
    expect(
      glyphsOf(lay('ب ب'))
        .filter(({ text }) => text === 'ب')
        .map(({ id }) => id),
    ).toHaveLength(2)
  })

  test('a joiner that parts letters parts them, and is not drawn', () => {
    expect(
      glyphsOf(lay('می\u200cخواهم'))
        .map(({ text }) => text)
        .join(''),
    ).toBe('مهاوخیم')
    expect(glyphsOf(lay('بب')).map(({ id }) => id)).not.toEqual(glyphsOf(lay('ب\u200cب')).map(({ id }) => id))
  })
})

describe('characters', () => {
  test.each([
    ['Latin', 'Zażółć gęślą jaźń, œuvre, ﬁn', 'NotoSans-Regular.ttf'],
    ['Greek', 'Τιμολόγιο', 'NotoSans-Regular.ttf'],
    ['Cyrillic', 'Счёт № 5', 'NotoSans-Regular.ttf'],
    ['Vietnamese', 'Hoá đơn dịch vụ', 'NotoSans-Regular.ttf'],
    ['Arabic', 'السَّلامُ', 'NotoSansArabic-Regular.ttf'],
    ['Hebrew', 'שָׁלוֹם', 'NotoSansHebrew-Regular.ttf'],
    ['Thai', 'สำหรับน้ำ', 'NotoSansThai-Regular.ttf'],
    ['Devanagari', 'हिन्दी', 'NotoSansDevanagari-Regular.ttf'],
    ['Bengali', 'চালান', 'NotoSansBengali-Regular.ttf'],
    ['Tamil', 'தமிழ்', 'NotoSansTamil-Regular.ttf'],
    ['Armenian', 'Հաշիվ', 'NotoSansArmenian-Regular.ttf'],
    ['Georgian', 'ინვოისი', 'NotoSansGeorgian-Regular.ttf'],
    ['Chinese', '发票發票', 'DroidSansFallbackFull.ttf'],
    ['Japanese', 'デザインの請求書', 'DroidSansFallbackFull.ttf'],
    ['Korean', '청구서뷁', 'MillraceHangul-Regular.ttf'],
    ['signs', '✓→★①≤⚠', 'DejaVuSans.ttf'],
  ])('%s have a font, and none is an empty box', (_name, text, file) => {
    for (const bold of [false, true]) {
      const block = layOutText(text, { size, bold })
      const names = new Set(block.lines.flatMap(({ runs }) => runs.map(({ face }) => face.name)))
      expect([...names]).toEqual([bold ? file.replace('NotoSans-Regular', 'NotoSans-Bold') : file])
      const glyphs = glyphsOf(block)
      expect(glyphs.length).toBeGreaterThan(0)
      expect(glyphs.filter(({ id }) => id === 0)).toEqual([])
    }
  })

  test.each(['हिन्दी क्षेत्र', 'தமிழ் கொடு', 'সেবা কি', 'ประจำเดือน', 'office affair', 'é ą̈'])(
    '%s is copied in the order it was written in',
    (text) => {
      expect(seen(text).replaceAll('\u200b', '')).toBe(text)
    },
  )

  test('emoji without a glyph are left out with the space that they leave behind', () => {
    expect(seen('a 🎉 b')).toBe('a b')
    expect(seen('🎉 a 👩‍💻👍🏽')).toBe('a')
    expect(seen('🇺🇸')).toBe('')
    expect(seen('I ❤️ it ✔️')).toBe('I ❤ it ✔')
  })

  test('a letter that no font has becomes a question mark', () => {
    expect(seen('བོད x')).toBe('?? x')
  })

  test('control characters and what cannot be seen vanish', () => {
    expect(seen('a\u0000b\u0007c\u001b[0m\u007f\u00add\u200be\ufefff\ud800')).toBe('abc[0mdef')
    expect(seen('a\tb')).toBe('a b')
  })

  test('a mark stays with its letter, or goes without it if no font has the two', () => {
    const [run] = lay('q\u0303\u0323').lines[0]?.runs ?? []
    expect(run?.glyphs.map(({ text }) => text).join('')).toBe('q\u0323\u0303')
    expect(seen('1\ufe0f\u20e3 go')).toMatch(/^1.? go$/)
  })

  test('one glyph used for two characters is copied as each of them', () => {
    expect(seen('a b')).toBe('a b')
    expect(seen('a\u00a0b')).toBe('a\u00a0b')
    expect(seen('a b')).toBe('a b')
  })

  test('whatever is typed can be drawn, without an empty box', () => {
    const unit = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))
    fc.assert(
      fc.property(unit, fc.integer({ min: 5, max: 80 }), (text, width) => {
        const block = lay(text, width)
        expect(glyphsOf(block).filter(({ id }) => id === 0)).toEqual([])
        expect(block.lines.every((line) => Number.isFinite(line.width))).toBe(true)
      }),
      { seed: 7, numRuns: 150 },
    )
  })
})
