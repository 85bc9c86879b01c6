const tables = new Map<string, Map<string, number[]>>()

/** The bytes of each sign in an encoding of one or two bytes, found by decoding all of them. */
function tableOf(encoding: string): Map<string, number[]> {
  const known = tables.get(encoding)
  if (known) return known
  const table = new Map<string, number[]>()
  const decoder = new TextDecoder(encoding)
  const add = (bytes: number[]) => {
    const [sign = '', ...more] = decoder.decode(Uint8Array.from(bytes))
    if (more.length === 0 && sign !== '\ufffd' && !table.has(sign)) table.set(sign, bytes)
  }
  for (let byte = 0; byte < 256; byte++) add([byte])
  for (let lead = 0x81; lead < 255; lead++) for (let trail = 0x40; trail < 255; trail++) add([lead, trail])
  tables.set(encoding, table)
  return table
}

/** Encodes a text as old programs do. What the encoding does not have becomes a question mark. */
export function encodeText(text: string, encoding: string): Uint8Array {
  const table = tableOf(encoding)
  return Uint8Array.from(Array.from(text).flatMap((sign) => table.get(sign) ?? [0x3f]))
}
