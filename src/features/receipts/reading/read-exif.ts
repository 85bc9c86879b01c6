/** Where and when a picture was taken, as far as its metadata says. */
export interface Taken {
  /** As the camera's clock showed it, without a zone: 2026-01-31T14:05:00. */
  at?: string
  latitude?: number
  longitude?: number
}

const tags = {
  exif: 0x8769,
  gps: 0x8825,
  taken: 0x9003,
  latitudeRef: 1,
  latitude: 2,
  longitudeRef: 3,
  longitude: 4,
}
const header = 'Exif\0\0'

/** Reads the few entries that matter from EXIF metadata. What is malformed is left out. */
export function readExif(bytes: Buffer): Taken {
  const tiff = bytes.toString('latin1', 0, header.length) === header ? bytes.subarray(header.length) : bytes
  try {
    return read(tiff)
  } catch (error) {
    // An offset that leads out of the data.
    if (error instanceof RangeError) return {}
    throw error
  }
}

function read(tiff: Buffer): Taken {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  /** The entries of a directory: their number, and where their value stands. */
  const entries = (directory: number) =>
    new Map(
      Array.from({ length: Math.min(short(directory), 200) }, (_, index): [number, number] => {
        const entry = directory + 2 + index * 12
        return [short(entry), entry + 8]
      }),
    )
  const first = entries(long(4))
  const inside = (tag: number) =>
    first.has(tag) ? entries(long(first.get(tag)!)) : new Map<number, number>()
  const [exif, gps] = [inside(tags.exif), inside(tags.gps)]

  const degrees = (value: number | undefined, reference: number | undefined, negative: string) => {
    if (value === undefined || reference === undefined) return undefined
    const at = long(value)
    const [degree, minute, second] = [0, 8, 16].map((step) => long(at + step) / long(at + step + 4)) as [
      number,
      number,
      number,
    ]
    const sign = tiff.toString('latin1', reference, reference + 1) === negative ? -1 : 1
    const sum = sign * (degree + minute / 60 + second / 3600)
    return Number.isFinite(sum) && Math.abs(sum) <= 180 ? Math.round(sum * 1e6) / 1e6 : undefined
  }
  const taken = exif.get(tags.taken)
  const clock = taken === undefined ? '' : tiff.toString('latin1', long(taken), long(taken) + 19)
  const [, year, month, day, time] = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)$/.exec(clock) ?? []
  const latitude = degrees(gps.get(tags.latitude), gps.get(tags.latitudeRef), 'S')
  const longitude = degrees(gps.get(tags.longitude), gps.get(tags.longitudeRef), 'W')
  return {
    ...(time !== undefined && { at: `${year}-${month}-${day}T${time}` }),
    ...(latitude !== undefined && longitude !== undefined && { latitude, longitude }),
  }
}
