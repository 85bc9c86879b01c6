/** A file that cannot be read, and why, as a sentence for the owner. The file is kept. */
export class Unreadable extends Error {}
