import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { takeFilesToImport } from '../../transactions/web/files-to-import.ts'
import type { BankImport } from '../contract.ts'
import { discard, problemOf, refreshAfterImport, sendBankFile } from './bank-file-api.ts'
import { changeFlow, currentFile, emptyFlow, isIdle, nextFile } from './import-flow.ts'

/** Files that are imported one after the other, each from its choice to its result. */
export function useImportFlow() {
  const client = useQueryClient()
  const [flow, change] = useReducer(changeFlow, emptyFlow)
  // Counts what was sent: the response for a file that the owner has left is ignored.
  const sent = useRef(0)

  async function read(file: File | undefined) {
    if (!file) return
    sent.current += 1
    const turn = sent.current
    try {
      const preview = await sendBankFile(file)
      if (turn === sent.current) change({ kind: 'show', preview })
      else discard(preview)
    } catch (error) {
      if (turn === sent.current) change({ kind: 'refuse', problem: problemOf(error) })
    }
  }

  function add(files: readonly File[]) {
    change({ kind: 'add', files })
    if (isIdle(flow)) void read(files[0])
  }

  // Files that were dropped on the list of transactions.
  const takeDropped = useEffectEvent(() => {
    const files = takeFilesToImport()
    if (files.length > 0) add(files)
  })
  useEffect(() => takeDropped(), [])

  function goOn() {
    sent.current += 1
    if (flow.step.name === 'preview') discard(flow.step.preview)
    const next = nextFile(flow)
    change({ kind: 'next' })
    void read(next)
  }

  return {
    flow,
    add,
    retry() {
      change({ kind: 'retry' })
      void read(currentFile(flow))
    },
    start(started: BankImport) {
      change({ kind: 'start', started })
      void refreshAfterImport(client)
    },
    /** Leaves the current file for the next one, or for the beginning. */
    goOn,
  }
}
