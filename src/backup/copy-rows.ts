import { once } from 'node:events'
import { Readable } from 'node:stream'
import pg from 'pg'

interface CopyHandlers {
  handleCopyData?(message: { chunk: Buffer }, connection: CopyConnection): void
  handleCopyInResponse?(connection: CopyConnection): void
}
interface CopyConnection {
  stream: import('node:net').Socket
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

/** The driver passes each query the server's messages, and leaves the data of a COPY to the query. */
function startCopy(
  client: pg.Client,
  text: string,
  handlers: CopyHandlers,
  done: (error: Error | null, rows: number) => void,
): void {
  const query = new pg.Query(text, (error, result) => done(error ?? null, result?.rowCount ?? 0))
  client.query(Object.assign(query, handlers))
}

/** How many there are is known at the end. */
type CopiedRows = Readable & { rows?: number }

/**
 * The rows of a COPY … TO STDOUT as a stream of pieces, which have this length or a little more and end with a row. The
 * server waits while the stream is not read, so nothing piles up in memory. A reader that stops early closes the
 * connection.
 */
export function copyOut(client: pg.Client, text: string, pieceLength: number): CopiedRows {
  let connection: CopyConnection | undefined
  let isOver = false
  let held: Buffer[] = []
  let size = 0
  const rows: CopiedRows = new Readable({
    objectMode: true,
    highWaterMark: 1,
    read: () => connection?.stream.resume(),
    destroy(error, callback) {
      if (!isOver) connection?.stream.destroy()
      callback(error)
    },
  })
  const pass = () => {
    const wantsMore = rows.push(Buffer.concat(held))
    held = []
    size = 0
    return wantsMore
  }
  startCopy(
    client,
    text,
    {
      handleCopyData({ chunk }, from) {
        connection = from
        // A copy: the driver uses the memory again.
        held.push(Buffer.from(chunk))
        size += chunk.length
        if (size >= pieceLength && !pass()) from.stream.pause()
      },
    },
    (error, count) => {
      isOver = true
      // The end may have come with the last rows, before these were read: the next query needs the connection awake.
      connection?.stream.resume()
      if (error) {
        rows.destroy(error)
        return
      }
      rows.rows = count
      if (size > 0) pass()
      rows.push(null)
    },
  )
  return rows
}

/** Feeds a COPY … FROM STDIN, as fast as the server takes it. Resolves to the number of rows. */
export function copyIn(client: pg.Client, text: string, source: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    const over = new AbortController()
    let ownReason: Error | undefined
    const feed = async (connection: CopyConnection) => {
      try {
        for await (const piece of source) {
          if (over.signal.aborted) return
          connection.sendCopyFromChunk(piece)
          if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain', over)
        }
        connection.endCopyFrom()
      } catch (error) {
        if (over.signal.aborted) return
        ownReason = error as Error
        connection.sendCopyFail('the source came to no end')
      }
    }
    const handlers: CopyHandlers = { handleCopyInResponse: (connection) => void feed(connection) }
    startCopy(client, text, handlers, (error, rows) => {
      over.abort()
      if (error) reject(ownReason ?? error)
      else resolve(rows)
    })
  })
}
