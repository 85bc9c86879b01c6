import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { refreshReceipts } from '../receipt-api.ts'
import { sendReceipt, uploadProblem } from './send-receipt.ts'
import { createUploadQueue } from './upload-queue.ts'

const queue = createUploadQueue({ send: sendReceipt, problemOf: uploadProblem })
const { add, retry, remove } = queue

/** The files that this business has on their way. Another business that signs in within the same tab does not see them. */
export function useUploads(businessId: string) {
  const client = useQueryClient()
  const all = useSyncExternalStore(queue.subscribe, queue.getUploads)
  const uploads = all.filter((upload) => upload.businessId === businessId)
  const sent = uploads.filter(({ state }) => state === 'sent').length
  const isSending = uploads.some(({ state }) => state === 'queued' || state === 'sending')

  useEffect(() => {
    if (sent > 0) void refreshReceipts(client)
  }, [client, sent])

  // The files are lost if the tab is closed now.
  useEffect(() => {
    if (!isSending) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isSending])

  return { uploads, add: (files: readonly File[]) => add(files, businessId), retry, remove }
}
