import { useState } from 'react'
import { formatDate } from '../../../../shared/dates.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { Card, CardContent, CardFooter } from '../../../../web/ui/card.tsx'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { RadioGroup } from '../../../../web/ui/fields/radio-group.tsx'
import type { PreviewQuestion } from '../../contract.ts'
import { questionTitle, sampleAmount } from '../bank-file-text.ts'

type Reading = PreviewQuestion['readings'][number]

interface QuestionCardProps {
  question: PreviewQuestion
  busy: boolean
  onAnswer: (choices: Reading['choices']) => void
}

/** Both readings side by side. The likelier one is chosen, and the owner confirms it. */
export function QuestionCard({ question, busy, onAnswer }: QuestionCardProps) {
  const [chosen, setChosen] = useState('0')
  const { about, fileName, readings } = question
  return (
    <Card>
      <CardContent>
        <Field
          group
          label={questionTitle(about)}
          hint={
            fileName === null ? (
              'This file can be read in more than one way. Your answer is remembered for files of this bank.'
            ) : (
              <>
                <span className="own-words wrap-anywhere">{fileName}</span> can be read in more than one way.
                Your answer counts for all files in this archive, and is remembered.
              </>
            )
          }
        >
          <RadioGroup
            look="cards"
            value={chosen}
            onValueChange={setChosen}
            options={readings.map((reading, n) => ({
              value: String(n),
              label: <span className="font-medium">{reading.text}</span>,
              description: <Sample reading={reading} />,
            }))}
          />
        </Field>
      </CardContent>
      <CardFooter>
        <Button
          busy={busy}
          busyLabel="Reading..."
          onClick={() => onAnswer(readings[Number(chosen)]?.choices ?? {})}
        >
          Use this one
        </Button>
      </CardFooter>
    </Card>
  )
}

function Sample({ reading }: { reading: Reading }) {
  return (
    <span className="mt-2 grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 gap-y-1 tabular-nums">
      {reading.sample.map(({ date, amount, description }, n) => (
        // oxlint-disable-next-line react/no-array-index-key -- two rows of a file may be alike
        <span key={n} className="contents">
          <span className="whitespace-nowrap">{formatDate(date)}</span>
          <span className="own-words truncate">{description}</span>
          <span className="text-right whitespace-nowrap text-foreground">{sampleAmount(amount)}</span>
        </span>
      ))}
    </span>
  )
}
