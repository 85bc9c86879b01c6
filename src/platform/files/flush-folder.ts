import { open } from 'node:fs/promises'

/** A new name in a folder survives a power failure only after this. Windows has no such call and needs none. */
export async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
