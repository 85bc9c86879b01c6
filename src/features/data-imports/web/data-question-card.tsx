import { useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { Card, CardContent, CardFooter } from '../../../web/ui/card.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { RadioGroup } from '../../../web/ui/fields/radio-group.tsx'
import type { DataPreview } from '../contract.ts'

type Question = DataPreview['questions'][number]

const titles: Record<Question['about'], string> = {
  dates: 'How are the dates written?',
  decimals: 'How are the amounts written?',
}

interface DataQuestionCardProps {
  question: Question
  busy: boolean
  onAnswer: (about: Question['about'], value: string) => void
}

/** Both readings side by side. The likelier one is chosen, and the owner confirms it. */
export function DataQuestionCard({ question, busy, onAnswer }: DataQuestionCardProps) {
  const { about, readings } = question
  const [chosen, setChosen] = useState(readings[0]?.value ?? '')
  return (
    <Card>
      <CardContent>
        <Field group label={titles[about]} hint="The file can be read in more than one way.">
          <RadioGroup
            look="cards"
            value={chosen}
            onValueChange={setChosen}
            options={readings.map(({ value, text }) => ({
              value,
              label: <span className="font-medium">{text}</span>,
            }))}
          />
        </Field>
      </CardContent>
      <CardFooter>
        <Button busy={busy} busyLabel="Reading..." onClick={() => onAnswer(about, chosen)}>
          Use this one
        </Button>
      </CardFooter>
    </Card>
  )
}
