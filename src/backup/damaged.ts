import { StartError } from '../config.ts'

export const damaged = (why: string) => new StartError(`The backup is damaged: ${why}.`)
export const notWhole = () => damaged('its checksum does not match, so it was cut off or changed')
export const notItsPassphrase = () => new StartError('The passphrase is wrong, or the file has been changed.')

/** Where a library fails to read it, says so in our words. */
export async function* orDamaged<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* source
  } catch (error) {
    throw error instanceof StartError ? error : damaged('it cannot be unpacked')
  }
}
