import { buffer } from 'node:stream/consumers'
import Pdf from 'pdfkit'
import { afterAll, describe, expect, test } from 'vitest'
import { renderSampleReceipt, sampleTruth } from '../../../../test/support/receipts/corpus.ts'
import { loadSharp } from '../../../platform/files/load-sharp.ts'
import { type ReadingAnswer, createReadingPool } from './reading-pool.ts'

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

  test('a PDF with a password, one with script, one with many pages, and one that is none', async () => {
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

test('a PDF is read like a photo', async () => {
  const photo = await renderSampleReceipt()
  const pdf = await pdfOf((each) => each.image(photo, 0, 0, { fit: [600, 780] }))
  const answer = await read(pdf)
  expect('reading' in answer && answer.reading?.total?.value).toBe(sampleTruth().total)
})

test('a photo that lies on its side or upside down is turned', async () => {
  const sharp = await loadSharp()
  const photo = await renderSampleReceipt()
  const upright = await sharp(photo).autoOrient().metadata()
  for (const angle of [90, 180, 270]) {
    const answer = await read(await sharp(photo).autoOrient().rotate(angle).jpeg().toBuffer())
    expect('reading' in answer && answer.reading?.total?.value).toBe(sampleTruth().total)
    expect('pages' in answer && answer.pages[0]!.height > answer.pages[0]!.width).toBe(
      upright.autoOrient.height > upright.autoOrient.width,
    )
  }
})
