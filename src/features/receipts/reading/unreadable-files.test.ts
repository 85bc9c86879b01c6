import { buffer } from 'node:stream/consumers'
import Pdf from 'pdfkit'
import { afterAll, describe, expect, test } from 'vitest'
import { tinyHeic } from '../../../../test/support/fixtures/tiny-heic.ts'
import { renderSampleReceipt } from '../../../../test/support/receipts/corpus.ts'
import { loadSharp } from '../../../platform/files/load-sharp.ts'
import { loadTextModels } from '../../../platform/ocr/models.ts'
import { readLine, sizeOf } from '../../../platform/ocr/read-text.ts'
import { openPictures } from './open-pictures.ts'
import { type ReadingAnswer, createReadingPool } from './reading-pool.ts'
import { turnUpright } from './turn-upright.ts'

const pool = createReadingPool()
afterAll(() => pool.end())

const read = (bytes: Buffer): Promise<ReadingAnswer> => pool.run({ bytes, today: '2026-11-18' })

async function plain(background: string, width = 600, height = 800): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp({ create: { width, height, channels: 3, background }, limitInputPixels: false })
    .png()
    .toBuffer()
}

async function pdfOf(
  draw: (pdf: PDFKit.PDFDocument) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> {
  const pdf = new Pdf(options)
  draw(pdf)
  pdf.end()
  return buffer(pdf)
}

/** A PDF of these objects, the first of which is its catalog. */
function pdfWith(objects: readonly string[]): Buffer {
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj${object}endobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`
  return Buffer.from(`${text}${table}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF`)
}

describe('each of these gets a sentence, and none ends the reader', () => {
  test('blank and black pictures', async () => {
    for (const colour of ['#fff', '#000'])
      expect(await read(await plain(colour))).toMatchObject({ reading: null })
  })

  test('a picture of 20,000 pixels by 20,000, which would take more than a gigabyte', async () => {
    const answer = await read(await plain('#fff', 20_000, 20_000))
    expect(answer).toEqual({
      problem: 'This picture has more than 80 million pixels. Please take a smaller one.',
    })
  })

  test('a very wide picture', async () => {
    const answer = await read(await plain('#fff', 20_000, 300))
    expect(answer).toMatchObject({ pages: [{ width: 5_000, height: 75 }] })
  })

  test('a photo that is cut off', async () => {
    const photo = await renderSampleReceipt()
    expect(await read(photo.subarray(0, photo.length / 2))).toEqual({
      problem: 'This file is damaged and cannot be opened. Please take another photo or save it again.',
    })
  })

  test('a PDF with a password, one with many pages, and one that is none', async () => {
    const locked = await pdfOf((pdf) => pdf.text('Total 5.00'), { userPassword: 'secret' })
    expect(await read(locked)).toEqual({ problem: 'This PDF needs a password. Please save it without one.' })
    const long = await pdfOf((pdf) => {
      for (let page = 1; page < 300; page += 1) pdf.text(`Page ${page}`).addPage()
    })
    const answer = await read(long)
    expect(answer).toMatchObject({ note: 'Only the first 3 of 300 pages were read.' })
    expect('pages' in answer && answer.pages).toHaveLength(3)
    expect(await read(Buffer.from('%PDF-1.7\nthis is not one'))).toMatchObject({
      problem: expect.any(String),
    })
  })

  test('a file that only claims to be a photo of a phone', async () => {
    const fake = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(200)])
    expect(await read(fake)).toMatchObject({ problem: expect.stringContaining('damaged') })
  })
})

test('a PDF with script is opened, and its script is not run', async () => {
  const script = '<</S/JavaScript/JS(for(;;){})>>'
  const pdf = pdfWith([
    `<</Type/Catalog/Pages 2 0 R/OpenAction ${script}/Names<</JavaScript<</Names[(a)${script}]>>>>>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/AA<</O ${script}>>>>`,
  ])
  expect(await read(pdf)).toMatchObject({ reading: null, pages: [{ width: 1400, height: 1400 }] })
})

test('a photo in the format of Apple is opened', async () => {
  const { pictures } = await openPictures(tinyHeic, 'image/heic')
  expect(pictures).toMatchObject([{ width: 64, height: 48 }])
  const { pixels, width } = pictures[0]!
  const [left, right] = [pixels.subarray(0, 3), pixels.subarray(width * 3 - 3, width * 3)]
  expect([left[0]! > 150, left[2]! < 80, right[0]! < 80, right[2]! > 150]).toEqual([true, true, true, true])
})

test('a page of a PDF is drawn like a photo', async () => {
  const photo = await renderSampleReceipt()
  const pdf = await pdfOf((each) => each.image(photo, 0, 0, { fit: [600, 780] }))
  const { pictures } = await openPictures(pdf, 'application/pdf')
  expect(pictures).toMatchObject([{ width: 1400, height: 1812 }])
  const { pixels } = pictures[0]!
  // Dark letters on light paper.
  expect([pixels.some((value) => value < 90), pixels.some((value) => value > 230)]).toEqual([true, true])
})

test('a photo that lies on its side or upside down is turned', async () => {
  const sharp = await loadSharp()
  const models = await loadTextModels()
  const photo = sharp(await renderSampleReceipt()).autoOrient()
  // The first quarter turn brings its head down, and the second look turns it round.
  const turned = await sharp(await photo.png().toBuffer())
    .rotate(90)
    .png()
    .toBuffer()
  const { pictures } = await openPictures(turned, 'image/png')
  const { picture, quads } = await turnUpright(models, pictures[0]!)
  const widest = quads.toSorted((a, b) => sizeOf(b).width - sizeOf(a).width)[0]!
  expect(picture.height).toBeGreaterThan(picture.width)
  expect((await readLine(models.latin, picture, widest)).confidence).toBeGreaterThan(0.9)
})
