/** Where an S3-compatible store is, and how to sign in to it. */
export interface S3Address {
  endpoint: string
  region: string
  bucket: string
  /** What the names of all files begin with: empty, or with a slash at its end. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
}

/** Reads an address such as https://KEY:SECRET@host:9000/bucket/prefix?region=eu-west-1. Null if it is not one. */
export function parseS3Address(text: string): S3Address | null {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.hash) return null
  const [bucket = '', ...folders] = url.pathname.split('/').filter((part) => part !== '')
  const { region = 'us-east-1', ...others } = Object.fromEntries(url.searchParams)
  if (!url.username || !url.password || !bucket || !region || Object.keys(others).length > 0) return null
  try {
    return {
      endpoint: url.origin,
      region,
      bucket: decodeURIComponent(bucket),
      prefix: folders.map((folder) => `${decodeURIComponent(folder)}/`).join(''),
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
    }
  } catch {
    return null
  }
}
