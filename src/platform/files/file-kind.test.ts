import { expect, test } from 'vitest'
import { endingOf, kindOf } from './file-kind.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')
const box = (brand: string) => bytes(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1heic`)

test.each([
  ['image/jpeg', bytes('\xff\xd8\xff\xe0\0\x10JFIF')],
  ['image/png', bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')],
  ['image/gif', bytes('GIF89a\x01\0')],
  ['image/gif', bytes('GIF87a\x01\0')],
  ['image/webp', bytes('RIFF\x0a\n\0\0WEBPVP8 ')],
  ['image/heic', box('heic')],
  ['image/heic', box('heix')],
  ['image/heic', box('hevc')],
  ['image/heif', box('mif1')],
  ['image/heif', box('msf1')],
  ['application/pdf', bytes('%PDF-1.7\n')],
  ['application/pdf', bytes(`${' '.repeat(1019)}%PDF-1.4`)],
])('%s is known by its content', (contentType, content) => {
  expect(kindOf(content)).toEqual({ contentType })
  // As a part of something larger, which a view of memory often is.
  expect(kindOf(Buffer.concat([bytes('xyz'), content]).subarray(3))).toEqual({ contentType })
})

test.each([
  ['nothing', ''],
  ['HTML', '<!doctype html><script>alert(1)</script>'],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['a program', '\x7fELF\x02\x01\x01'],
  ['an archive', 'PK\x03\x04'],
  ['a video', '\0\0\0\x18ftypisom\0\0\0\0'],
  ['sound', 'RIFF\x0a\n\0\0WAVEfmt '],
  ['a bitmap', 'BM\x36\0'],
  ['the start of a JPEG', '\xff\xd8'],
  ['a PDF that begins too late', `${' '.repeat(1020)}%PDF-1.4`],
])('%s is not taken', (_, content) => {
  expect(kindOf(bytes(content))).toBeUndefined()
})

test('every kind has an ending', () => {
  expect(endingOf('image/heic')).toBe('heic')
  expect(endingOf('something/else')).toBe('bin')
})
