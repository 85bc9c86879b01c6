import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import {
  makeAnimation,
  makeBadFiles,
  makeNoise,
  makePicture,
  makePngBomb,
} from '../../../test/support/fixtures/images.ts'
import { AppError } from '../../shared/errors.ts'
import { readImage } from './read-image.ts'

const refused = new AppError('INVALID_FILE_TYPE', 'Please upload an image file')

async function firstPixel(bytes: Buffer) {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  return [...data.subarray(0, info.channels)]
}

function expectColour(found: number[], expected: number[]) {
  expect(found).toHaveLength(expected.length)
  for (const [index, value] of expected.entries()) expect(Math.abs(found[index]! - value)).toBeLessThan(6)
}

describe.each(['jpeg', 'png', 'gif', 'webp'] as const)('a %s', (format) => {
  test('becomes a JPEG of the same colour that fits into 600x600', async () => {
    const image = await readImage(await makePicture(format, { width: 1500, height: 500 }))
    expect(image).toMatchObject({ contentType: 'image/jpeg', width: 600, height: 200 })
    expect(await sharp(image.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 600, height: 200 })
    expectColour(await firstPixel(image.bytes), [200, 30, 40])
  })

  test('is not enlarged', async () => {
    const image = await readImage(await makePicture(format, { width: 20, height: 10 }))
    expect(image).toMatchObject({ width: 20, height: 10 })
  })

  test('that ends too early is refused', async () => {
    const whole = await makeNoise(format, 120, 120)
    for (const part of [0.05, 0.5, 0.95]) {
      await expect(readImage(whole.subarray(0, whole.length * part))).rejects.toThrow(refused)
    }
  })
})

test.each(['png', 'webp'] as const)(
  'a see-through %s becomes a PNG that is as see-through',
  async (format) => {
    const colour = { r: 200, g: 30, b: 40, alpha: 0.5 }
    const image = await readImage(await makePicture(format, { colour, width: 700, height: 700 }))
    expect(image).toMatchObject({ contentType: 'image/png', width: 600, height: 600 })
    expect((await sharp(image.bytes).metadata()).format).toBe('png')
    expectColour(await firstPixel(image.bytes), [200, 30, 40, 128])
  },
)

test('a GIF with transparent places becomes a PNG', async () => {
  const image = await readImage(await makePicture('gif', { colour: { r: 0, g: 0, b: 0, alpha: 0 } }))
  expect(image.contentType).toBe('image/png')
})

test('a PNG that could be see-through and is not becomes a JPEG', async () => {
  const image = await readImage(await makePicture('png', { colour: { r: 9, g: 9, b: 9, alpha: 1 } }))
  expect(image.contentType).toBe('image/jpeg')
})

test.each(['jpeg', 'png', 'webp'] as const)('nothing of the metadata of a %s remains', async (format) => {
  const original = await makePicture(format, { hiddenText: 'where I live' })
  expect(original.includes('where I live')).toBe(true)
  expect(await sharp(original).metadata()).toMatchObject({ icc: expect.anything(), exif: expect.anything() })
  const { bytes } = await readImage(original)
  expect(bytes.includes('where I live')).toBe(false)
  const { exif, icc, xmp, iptc, comments } = await sharp(bytes).metadata()
  expect({ exif, icc, xmp, iptc, comments }).toEqual({})
})

test('what hangs on behind a picture is left behind', async () => {
  const script = Buffer.from('<script>alert(1)</script>')
  for (const format of ['jpeg', 'png', 'gif', 'webp'] as const) {
    const { bytes } = await readImage(Buffer.concat([await makePicture(format), script]))
    expect(bytes.includes('script')).toBe(false)
  }
})

test('a photograph that lies on its side is put upright', async () => {
  const image = await readImage(await makePicture('jpeg', { width: 40, height: 20, orientation: 6 }))
  expect(image).toMatchObject({ width: 20, height: 40 })
  expect((await sharp(image.bytes).metadata()).orientation).toBeUndefined()
})

test.each(['gif', 'webp'] as const)('of an animated %s the first picture is taken', async (format) => {
  const image = await readImage(
    await makeAnimation(format, [
      { r: 0, g: 0, b: 250 },
      { r: 250, g: 0, b: 0 },
    ]),
  )
  expect(image).toMatchObject({ width: 40, height: 40 })
  expectColour(await firstPixel(image.bytes), [0, 0, 250])
})

test('colours for printing and deep colours come out as ones for the screen', async () => {
  const picture = sharp({ create: { width: 30, height: 30, channels: 3, background: '#c81e28' } })
  const printed = await readImage(await picture.clone().toColourspace('cmyk').jpeg().toBuffer())
  expect(await sharp(printed.bytes).metadata()).toMatchObject({ space: 'srgb', channels: 3 })
  const deep = await readImage(await picture.clone().toColourspace('rgb16').png().toBuffer())
  expectColour(await firstPixel(deep.bytes), [200, 30, 40])
  const grey = await readImage(await picture.clone().toColourspace('b-w').png().toBuffer())
  expect(await sharp(grey.bytes).metadata()).toMatchObject({ space: 'srgb', channels: 3 })
})

test('whatever is no picture of the four kinds is refused', async () => {
  for (const { what, bytes } of await makeBadFiles()) {
    const error: unknown = await readImage(bytes).catch((caught: unknown) => caught)
    expect([what, error]).toEqual([what, refused])
    expect((error as AppError).code).toBe('INVALID_FILE_TYPE')
  }
})

test('a bomb is refused by its measures, before it is unpacked', async () => {
  await expect(readImage(makePngBomb(30_000, 30_000, 'black-and-white'))).rejects.toMatchObject({
    cause: { message: expect.stringContaining('exceeds pixel limit') },
  })
  await expect(readImage(makePngBomb(4500, 4500, 'rgba-16'))).rejects.toMatchObject({
    cause: { message: 'too large' },
  })
  const allowed = await readImage(makePngBomb(900, 900, 'rgba-16'))
  expect(allowed).toMatchObject({ width: 600, height: 600 })
})

test('many at once all come out right', async () => {
  const sizes = Array.from({ length: 12 }, (_, index) => 10 + index)
  const images = await Promise.all(
    sizes.map(async (size) => readImage(await makePicture('png', { width: size, height: size }))),
  )
  expect(images.map((image) => image.width)).toEqual(sizes)
})
