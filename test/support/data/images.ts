import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

export type PictureFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'tiff' | 'avif'

interface PictureOptions {
  width?: number
  height?: number
  /** What it is filled with; see-through where alpha is below 1. */
  colour?: { r: number; g: number; b: number; alpha?: number }
  /** The turn that its metadata asks for, 1 to 8. */
  orientation?: number
  /** A text to carry in its metadata, along with a colour profile. */
  hiddenText?: string
}

const red: NonNullable<PictureOptions['colour']> = { r: 200, g: 30, b: 40 }

/** A picture of one colour. */
export function makePicture(format: PictureFormat, options: PictureOptions = {}): Promise<Buffer> {
  const { width = 300, height = 300, colour = red, orientation, hiddenText } = options
  const channels = colour.alpha === undefined ? 3 : 4
  let picture = sharp({ create: { width, height, channels, background: colour } })
  if (orientation !== undefined) picture = picture.withMetadata({ orientation })
  if (hiddenText !== undefined) {
    picture = picture
      .withIccProfile('p3')
      .withExif({ IFD0: { Copyright: hiddenText } })
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><!-- ${hiddenText} --></x:xmpmeta>`)
  }
  return picture.toFormat(format).toBuffer()
}

/** A picture that no compression makes small: about 3 bytes a pixel. */
export function makeNoise(format: PictureFormat, width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  return sharp({ create: { width, height, channels: 3, noise, background: red } })
    .toFormat(format)
    .toBuffer()
}

/** Pictures of one colour each, one after the other. */
export async function makeAnimation(format: 'gif' | 'webp', colours: { r: number; g: number; b: number }[]) {
  const frames = colours.map((background) => ({
    create: { width: 40, height: 40, channels: 3 as const, background },
  }))
  const pictures = await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer()))
  return sharp(pictures, { join: { animated: true } })
    .toFormat(format)
    .toBuffer()
}

const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}

/** A valid PNG of one colour: a small file that unpacks to far more. */
export function makePngBomb(width: number, height: number, kind: 'black-and-white' | 'rgba-16'): Buffer {
  const [depth, colourType, bitsPerPixel] = kind === 'rgba-16' ? [16, 6, 64] : [1, 0, 1]
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = depth
  header[9] = colourType
  const pixels = deflateSync(Buffer.alloc(height * (1 + Math.ceil((width * bitsPerPixel) / 8))), { level: 1 })
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

const script = '<script>alert(1)</script>'
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="30" height="30">${script}</svg>`
const screen = Buffer.from([10, 0, 10, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255])

/** Files that are no picture we take, whatever they are called, each with what is wrong with it. */
export async function makeBadFiles(): Promise<{ what: string; name: string; bytes: Buffer }[]> {
  const noise = await makeNoise('png', 200, 200)
  const photo = await makeNoise('jpeg', 200, 200)
  return [
    { what: 'nothing at all', name: 'empty.png', bytes: Buffer.alloc(0) },
    { what: 'an SVG', name: 'logo.svg', bytes: Buffer.from(svg) },
    {
      what: 'an SVG with a declaration',
      name: 'logo.png',
      bytes: Buffer.from(`<?xml version="1.0"?>\n${svg}`),
    },
    {
      what: 'HTML named .png',
      name: 'page.png',
      bytes: Buffer.from(`<!doctype html><title>x</title>${script}`),
    },
    { what: 'a PDF', name: 'logo.pdf', bytes: Buffer.from('%PDF-1.7\n%%EOF') },
    { what: 'a TIFF', name: 'logo.tiff', bytes: await makePicture('tiff') },
    { what: 'an AVIF', name: 'logo.avif', bytes: await makePicture('avif') },
    { what: 'random bytes', name: 'noise.jpg', bytes: randomBytes(5000) },
    { what: 'the beginning of a PNG and nothing more', name: 'begin.png', bytes: pngSignature },
    {
      what: 'the beginning of a PNG followed by script',
      name: 'script.png',
      bytes: Buffer.concat([pngSignature, Buffer.from(script.repeat(40))]),
    },
    { what: 'a truncated PNG', name: 'half.png', bytes: noise.subarray(0, noise.length / 2) },
    { what: 'a truncated JPEG', name: 'half.jpg', bytes: photo.subarray(0, photo.length / 2) },
    {
      what: 'a GIF without a frame',
      name: 'empty.gif',
      bytes: Buffer.concat([Buffer.from('GIF89a'), screen, Buffer.from(';')]),
    },
    {
      what: 'a WEBP that says it is one and no more',
      name: 'empty.webp',
      bytes: Buffer.from('RIFF\x04\x00\x00\x00WEBP', 'latin1'),
    },
    {
      what: 'a decompression bomb',
      name: 'bomb.png',
      bytes: makePngBomb(30_000, 30_000, 'black-and-white'),
    },
    {
      what: 'a bomb of fewer pixels with more bytes each',
      name: 'deep.png',
      bytes: makePngBomb(4500, 4500, 'rgba-16'),
    },
  ]
}
