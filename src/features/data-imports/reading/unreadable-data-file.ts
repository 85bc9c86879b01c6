/** A file that cannot be read. The message is a sentence for the owner. */
export class UnreadableDataFile extends Error {}
