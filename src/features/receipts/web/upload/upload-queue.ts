import type { FileProblem } from '../../../../web/files/file-problem.ts'
import { newRequestId } from '../../../../web/forms/request-id.ts'

export interface Upload {
  requestId: string
  businessId: string
  file: File
  state: 'queued' | 'sending' | 'sent' | 'failed'
  /** Why it failed. */
  problem: FileProblem | null
  receiptId: string | null
}

interface QueueOptions {
  send: (file: File, requestId: string) => Promise<{ id: string }>
  problemOf: (error: unknown) => FileProblem
}

const sentAtOnce = 3

/** Files on their way to the server, a few at a time. It goes on when the user leaves the page that started it. */
export function createUploadQueue({ send, problemOf }: QueueOptions) {
  let uploads: readonly Upload[] = []
  const listeners = new Set<() => void>()

  function publish(next: readonly Upload[]) {
    uploads = next
    for (const listener of listeners) listener()
  }

  function change(requestId: string, values: Partial<Upload>) {
    publish(uploads.map((upload) => (upload.requestId === requestId ? { ...upload, ...values } : upload)))
  }

  async function start({ file, requestId }: Upload) {
    change(requestId, { state: 'sending', problem: null })
    try {
      const { id } = await send(file, requestId)
      change(requestId, { state: 'sent', receiptId: id })
    } catch (error) {
      change(requestId, { state: 'failed', problem: problemOf(error) })
    }
    startWaiting()
  }

  function startWaiting() {
    const free = sentAtOnce - uploads.filter(({ state }) => state === 'sending').length
    for (const upload of uploads.filter(({ state }) => state === 'queued').slice(0, free)) void start(upload)
  }

  return {
    getUploads: () => uploads,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Returns the request id of each file. */
    add(files: readonly File[], businessId: string): string[] {
      const added = files.map((file): Upload => {
        const requestId = newRequestId()
        return { requestId, businessId, file, state: 'queued', problem: null, receiptId: null }
      })
      publish([...uploads, ...added])
      startWaiting()
      return added.map(({ requestId }) => requestId)
    },
    /** Sends a file that failed once more, under the same id: it may have arrived. */
    retry(requestId: string) {
      change(requestId, { state: 'queued', problem: null })
      startWaiting()
    },
    remove(requestIds: readonly string[]) {
      publish(uploads.filter((upload) => !requestIds.includes(upload.requestId)))
    },
  }
}
