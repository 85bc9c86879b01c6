import { expect, test } from 'vitest'
import { loadSharp } from '../../../platform/files/load-sharp.ts'
import { readExif } from './read-exif.ts'

async function exifOf(exif: Record<string, Record<string, string>>): Promise<Buffer> {
  const sharp = await loadSharp()
  const grey = { width: 8, height: 8, channels: 3, background: '#888' } as const
  const photo = await sharp({ create: grey }).withExif(exif).jpeg().toBuffer()
  return (await sharp(photo).metadata()).exif!
}

test('time and place of a photo are read', async () => {
  const exif = await exifOf({
    IFD2: { DateTimeOriginal: '2026:01:31 14:05:09' },
    IFD3: {
      GPSLatitudeRef: 'S',
      GPSLatitude: '33/1 51/1 30/1',
      GPSLongitudeRef: 'E',
      GPSLongitude: '151/1 12/1 0/1',
    },
  })
  expect(readExif(exif)).toEqual({ at: '2026-01-31T14:05:09', latitude: -33.858333, longitude: 151.2 })
})

test('a photo without them, and metadata that is cut off anywhere, give nothing that is wrong', async () => {
  expect(readExif(await exifOf({ IFD0: { Copyright: 'nobody' } }))).toEqual({})
  const exif = await exifOf({ IFD2: { DateTimeOriginal: '2026:01:31 14:05:09' } })
  for (let length = 0; length < exif.length; length += 1) {
    const taken = readExif(exif.subarray(0, length))
    expect([{}, { at: '2026-01-31T14:05:09' }]).toContainEqual(taken)
  }
})
