/** The archive cannot be restored, however often it is tried. The message is a sentence for the owner. */
export class UnusableArchive extends Error {
  override readonly name = 'UnusableArchive'
}
