import { Amount } from '@portal/shared/ui/amount'
import type { Stories } from '../../gallery/stories.ts'

export const stories: Stories = {
  Whole: <Amount rubles={1234} />,
  Kopecks: <Amount rubles={1234.5} />,
  Zero: <Amount rubles={0} />,
  'Came in': <Amount rubles={500} direction="in" />,
  'Went out': <Amount rubles={1000} direction="out" />,
  'Did not move': <Amount rubles={1000} direction="out" void />,
  Small: <Amount rubles={1234.5} size="s" />,
  Large: <Amount rubles={1234.5} size="l" />,
  Hero: <Amount rubles={12_345.67} size="xl" />,
  'In a sentence': (
    <p>
      вчера за весь день — <Amount rubles={3200} size="text" />
    </p>
  ),
  'Many digits': <Amount rubles={987_654_321.99} size="l" />,
}
