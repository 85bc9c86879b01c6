import { useEffect, useRef, useState } from 'react'
import { call } from '../../../web/api-client.ts'
import { type FileProblem, FileRefused, fileProblemOf } from '../../../web/files/file-problem.ts'
import { type Attachment, uploadAttachment } from '../contract.ts'
import { maxFileBytes, tooLargeText } from '../rules.ts'

export interface Upload {
  requestId: string
  file: File
  /** Why it was not sent; null while it is on its way. */
  problem: FileProblem | null
}

/** Sends files one after the other, and hands over each that was kept. */
export function useAttachmentUploads(onKept: (attachment: Attachment) => void | Promise<void>) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const last = useRef<Promise<void>>(Promise.resolve())
  const keep = useRef(onKept)
  useEffect(() => {
    keep.current = onKept
  }, [onKept])
  const isSending = uploads.some(({ problem }) => problem === null)

  // The files are lost if the tab is closed now.
  useEffect(() => {
    if (!isSending) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isSending])

  async function transmit(requestId: string, file: File) {
    try {
      if (file.size > maxFileBytes) throw new FileRefused(tooLargeText)
      await keep.current(await call(uploadAttachment, { query: { requestId, fileName: file.name }, file }))
      setUploads((all) => all.filter((upload) => upload.requestId !== requestId))
    } catch (error) {
      const problem = fileProblemOf(error, 'This file could not be uploaded. Please try again.')
      setUploads((all) =>
        all.map((upload) => (upload.requestId === requestId ? { ...upload, problem } : upload)),
      )
    }
  }

  function send(requestId: string, file: File) {
    last.current = last.current.then(() => transmit(requestId, file))
  }

  function remove(requestId: string) {
    setUploads((all) => all.filter((upload) => upload.requestId !== requestId))
  }

  function add(files: readonly File[]) {
    const added = files.map((file) => ({ requestId: crypto.randomUUID(), file, problem: null }))
    setUploads((all) => [...all, ...added])
    for (const { requestId, file } of added) send(requestId, file)
  }

  function retry({ requestId, file }: Upload) {
    setUploads((all) =>
      all.map((upload) => (upload.requestId === requestId ? { ...upload, problem: null } : upload)),
    )
    send(requestId, file)
  }

  return { uploads, isSending, add, retry, remove }
}
