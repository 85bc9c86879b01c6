import type sharp from 'sharp'

/** The first bytes of each format that is decoded, in hexadecimal, and the only decoder that it may use. */
export const imageKinds = [
  { format: 'jpeg', decoder: 'VipsForeignLoadJpegBuffer', signature: /^ffd8ff/ },
  { format: 'png', decoder: 'VipsForeignLoadPngBuffer', signature: /^89504e470d0a1a0a/ },
  { format: 'gif', decoder: 'VipsForeignLoadNsgifBuffer', signature: /^474946383[79]61/ },
  { format: 'webp', decoder: 'VipsForeignLoadWebpBuffer', signature: /^52494646.{8}57454250$/ },
] as const

let loading: Promise<typeof sharp> | undefined

/** Imported with the first image, so that the start of the process does not wait for it. */
export function loadSharp(): Promise<typeof sharp> {
  loading ??= import('sharp').then((module) => {
    const loaded = module.default
    loaded.cache(false)
    loaded.concurrency(1)
    // Whatever a file claims to be, no decoder for vector graphics, documents or videos may read it.
    loaded.block({ operation: ['VipsForeignLoad'] })
    loaded.unblock({ operation: imageKinds.map((kind) => kind.decoder) })
    return loaded
  })
  return loading
}
