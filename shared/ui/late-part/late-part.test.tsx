import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { announcedParts, loadPart, useLatePart } from './late-part.ts'

test('loads on demand; shows a failed load, and tries again on the next demand', async () => {
  let network = false
  let loads = 0
  const load = async () => {
    loads += 1
    if (!network) throw new Error('The network is down')
    return () => <p>Календарь</p>
  }
  function Example() {
    const [wanted, setWanted] = useState(false)
    const [failures, setFailures] = useState(0)
    const Part = useLatePart(load, wanted, () => {
      setWanted(false)
      setFailures((count) => count + 1)
    })
    return (
      <>
        <button type="button" onClick={() => setWanted(true)}>
          Открыть
        </button>
        <output>Неудач: {failures}</output>
        {Part && <Part />}
      </>
    )
  }
  const user = userEvent.setup()
  render(<Example />)
  expect(loads).toBe(0)

  await user.click(screen.getByRole('button'))
  expect(await screen.findByText('Неудач: 1')).toBeVisible()

  network = true
  await user.click(screen.getByRole('button'))
  expect(await screen.findByText('Календарь')).toBeVisible()
})

test('announces a part that is not loaded yet, and immediately renders one that was loaded ahead', async () => {
  const load = async () => () => <p>Календарь</p>
  function Example({ wanted }: { wanted: boolean }) {
    const Part = useLatePart(load, wanted, () => {})
    return Part && <Part />
  }
  let announced = 0
  announcedParts.onAnnounced = () => {
    announced += 1
  }
  const { unmount } = render(<Example wanted={false} />)
  expect(announced).toBe(1)
  expect(announcedParts.loads).toContain(load)
  await loadPart(load)
  expect(screen.queryByText('Календарь')).toBeNull()

  unmount()
  render(<Example wanted />)
  expect(screen.getByText('Календарь')).toBeVisible()
  expect(announced).toBe(1)
  announcedParts.onAnnounced = () => {}
})
