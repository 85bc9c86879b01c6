import { useId } from 'react'
import { Card, CardContent, CardTitle } from '../../../../web/ui/card.tsx'
import { Notice } from '../../../../web/ui/notice.tsx'
import type { BankAccount } from '../../../banking/contract.ts'
import type { PreviewStatement } from '../../contract.ts'
import { balanceWarning, existingText, statementTitle, summaryText } from '../bank-file-text.ts'
import { PreviewRows } from './preview-rows.tsx'
import { type TargetDraft, currencyOf, problemsOf } from './target-drafts.ts'
import { TargetFields } from './target-fields.tsx'

interface StatementCardProps {
  statement: PreviewStatement
  index: number
  /** How many the file has. */
  statements: number
  accounts: readonly BankAccount[]
  draft: TargetDraft
  showsProblems: boolean
  onChange: (values: Partial<TargetDraft>) => void
}

/** One account of a file: what was found, where it goes, and some of its rows. */
export function StatementCard(props: StatementCardProps) {
  const { statement, index, statements, accounts, draft, showsProblems, onChange } = props
  const id = useId()
  const currency = currencyOf(draft, statement)
  const warning = balanceWarning(statement, currency)
  const existing = existingText(statement)
  const isLeftOut = draft.target === 'skip'
  return (
    <Card aria-labelledby={id}>
      <CardContent className="flex flex-col gap-4">
        <div className="flex flex-col gap-1">
          <CardTitle id={id} level={3} className="own-words wrap-anywhere">
            {statementTitle(statement, index, statements)}
          </CardTitle>
          <p className="text-sm tabular-nums">{summaryText(statement, currency)}</p>
          <p aria-live="polite" className="text-sm text-muted empty:hidden">
            {!isLeftOut && existing}
          </p>
        </div>
        {!isLeftOut &&
          [...(warning === undefined ? [] : [warning]), ...statement.notices].map((text) => (
            <Notice key={text} tone="attention">
              {text}
            </Notice>
          ))}
        <TargetFields
          statement={statement}
          canSkip={statements > 1}
          accounts={accounts}
          draft={draft}
          problems={showsProblems ? problemsOf(draft, statement) : {}}
          onChange={onChange}
        />
      </CardContent>
      {!isLeftOut && statement.rows.length > 0 && <PreviewRows statement={statement} currency={currency} />}
    </Card>
  )
}
