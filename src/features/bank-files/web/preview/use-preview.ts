import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../../../../web/api-client.ts'
import type { BankAccount } from '../../../banking/contract.ts'
import { type BankFilePreview, previewBankFile } from '../../contract.ts'
import { type TargetDraft, accountIdsOf, draftTargets, isForOthers, redraftTargets } from './target-drafts.ts'

type Choices = BankFilePreview['choices']

interface PreviewOptions {
  accounts: readonly BankAccount[]
  wanted: string | undefined
}

/** A preview that follows what the owner decides: each decision has the file read again. */
export function usePreview(first: BankFilePreview, options: PreviewOptions) {
  const [preview, setPreview] = useState(first)
  const [drafts, setDrafts] = useState(() => draftTargets(first.statements, options))
  const sent = useRef(0)
  const { id } = preview.import

  const rereading = useMutation({
    mutationFn: async ({ choices, chosen }: { choices: Choices; chosen: readonly TargetDraft[] }) => {
      sent.current += 1
      const turn = sent.current
      const next = await call(previewBankFile, {
        params: { id },
        body: { choices, accountIds: accountIdsOf(chosen) },
      })
      // An earlier response that comes late does not replace a later one.
      if (turn !== sent.current) return
      setPreview(next)
      setDrafts((before) => redraftTargets(before, next.statements, options))
    },
  })

  const fitAccounts = useEffectEvent(() => {
    if (isForOthers(drafts, first.statements)) rereading.mutate({ choices: first.choices, chosen: drafts })
  })
  useEffect(() => fitAccounts(), [])

  return {
    preview,
    drafts,
    question: preview.questions[0],
    rereading,
    answer(choices: Choices) {
      rereading.mutate({ choices: { ...preview.choices, ...choices }, chosen: drafts })
    },
    // What was answered for other columns may not fit these.
    chooseColumns: (columns: Choices['columns']) =>
      rereading.mutateAsync({ choices: { columns }, chosen: drafts }),
    change(index: number, values: Partial<TargetDraft>) {
      const next = drafts.map((draft, n) => (n === index ? { ...draft, ...values } : draft))
      setDrafts(next)
      // Which transactions are already here depends on the account.
      if (values.target !== undefined && values.target !== 'skip')
        rereading.mutate({ choices: preview.choices, chosen: next })
    },
  }
}
