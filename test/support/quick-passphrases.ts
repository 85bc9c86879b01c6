import { Encrypter } from 'age-encryption'
import { vi } from 'vitest'

/**
 * Derives the key of an encrypted backup from its passphrase in a millisecond. It takes more than a second by
 * design, for each backup that is written or read.
 */
export function quickenPassphrases(): void {
  const original = Encrypter.prototype.setPassphrase
  vi.spyOn(Encrypter.prototype, 'setPassphrase').mockImplementation(function (this: Encrypter, passphrase) {
    this.setScryptWorkFactor(10)
    original.call(this, passphrase)
  })
}
