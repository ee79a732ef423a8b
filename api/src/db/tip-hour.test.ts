import { expect, onTestFinished, test } from 'vitest'
import { withClient } from './connect-client.ts'
import { createTestDatabase } from './testing/test-database.ts'

const port = 'de300000-0000-4000-8001-000000000001'
const anna = 'de300000-0000-4000-8003-000000000001'

test('tips are counted by the hour of the restaurant’s clock, as adjusted, unless nothing is left of them', async () => {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  await withClient(url, async (client) => {
    await client.query(`
    -- What the tables require of each other beside these sums has tests of its own.
    set session_replication_role = replica;
    alter table tip enable always trigger tips_are_counted_by_hour;
    alter table tip_adjustment enable always trigger adjustments_are_counted_by_hour;
    insert into restaurant (id, name, bank, time_zone) values ('${port}', 'Порт', 'Т-Банк', 'Asia/Vladivostok');
    insert into employee (id, user_id, restaurant_id) values ('${anna}', gen_random_uuid(), '${port}');
    insert into tip (external_id, employee_id, amount, status, paid_at, operation_id)
    select id, '${anna}', amount, 'completed', paid_at::timestamptz, gen_random_uuid()
    from (values
      ('a', 100, '2026-11-09T13:59:59Z'), ('b', 30, '2026-11-09T14:00:00Z'), ('c', 50, '2026-11-09T14:59:00Z')
    ) as booked (id, amount, paid_at);
    insert into tip_adjustment (external_id, tip, kind, change, while_pending, operation_id)
    values ('x', 'a', 'correction', -40, false, gen_random_uuid()),
      ('y', 'c', 'chargeback', -50, false, gen_random_uuid())`)
    const { rows } = await client.query(
      "select day || ' ' || hour || ' ' || amount || ' ' || count as row from tip_hour order by 1",
    )
    expect(rows.map(({ row }) => row)).toEqual(['2026-11-09 23 60 1', '2026-11-10 0 30 1'])
  })
})
