import { readFile, stat } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'

interface Pems {
  cert: Buffer
  key: Buffer
}

export interface Certificate {
  /** As it was at the start. */
  pems: Pems
  /** What the files have now, if they have changed since they were last read. They are renewed every few months. */
  readIfChanged(): Promise<Pems | undefined>
}

/** Reads a certificate and its key. Throws if they are no pair. */
export async function watchCertificate(files: { cert: string; key: string }): Promise<Certificate> {
  const lookAt = async () => {
    const stats = await Promise.all([stat(files.cert), stat(files.key)])
    return stats.map(({ mtimeMs, ino }) => `${mtimeMs} ${ino}`).join()
  }
  const read = async () => {
    const [cert, key] = await Promise.all([readFile(files.cert), readFile(files.key)])
    createSecureContext({ cert, key })
    return { cert, key }
  }
  let seen = await lookAt()
  return {
    pems: await read(),
    async readIfChanged() {
      const now = await lookAt()
      if (now === seen) return undefined
      const pems = await read()
      seen = now
      return pems
    },
  }
}
