import { Decrypter, Encrypter } from 'age-encryption'
import { ReadableStream } from 'node:stream/web'
import { StartError } from '../config.ts'
import { notItsPassphrase } from './damaged.ts'

/** What `age -d` opens with the passphrase. */
export async function* encryptWithAge(source: AsyncIterable<Uint8Array>, passphrase: string) {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase.normalize('NFC'))
  yield* await encrypter.encrypt(ReadableStream.from(source))
}

/** Makes the key from the passphrase once, which takes a second, and not each time that the file is read. */
export async function unlockAge(start: Buffer, passphrase: string): Promise<Decrypter> {
  const [byPassphrase, byKey] = [new Decrypter(), new Decrypter()]
  byPassphrase.addPassphrase(passphrase.normalize('NFC'))
  const key = await byPassphrase.decryptHeader(start).catch(() => Promise.reject(notItsPassphrase()))
  byKey.addIdentity({ unwrapFileKey: () => key })
  return byKey
}

export async function* decryptWithAge(source: AsyncIterable<Uint8Array>, decrypter: Decrypter) {
  try {
    yield* await decrypter.decrypt(ReadableStream.from(source))
  } catch (error) {
    throw error instanceof StartError ? error : notItsPassphrase()
  }
}
