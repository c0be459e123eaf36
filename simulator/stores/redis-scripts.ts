import { maxArmed } from '../faults/faults.ts';
import { maxListed } from './driver.ts';
import { journalLength } from './journal.ts';

/** Version of the data that the scripts keep; data of another version is not touched. */
export const redisVersion = 1;

/**
 * Functions that the scripts share. All keys begin with KEYS[1], which is in braces, so that a cluster keeps them together:
 * `a:KEY` an account, `c:KEY` its charges («hold amount JSON»), `keys` and `created` in the order of their making, `h:ID` a hold and `leases` when
 * they run out, `fault:ID` an armed fault, `faults` all of them, `faults:key:KEY` and `faults:any` those that a key can meet, `journal`.
 */
const common = `
local p = KEYS[1] .. ':'
local function whole(n) if n == 0 then return '0' end return string.format('%.0f', n) end
local function now() local t = redis.call('TIME') return t[1] * 1000 + math.floor(t[2] / 1000) end
local function record(key)
  local a = redis.call('HMGET', p .. 'a:' .. key, 'environment', 'balance', 'spent', 'requests', 'revoked', 'permissions')
  if not a[1] then return false end
  a[7] = key
  return a
end
local function insert(key, environment, balance, revoked, permissions)
  local seq = redis.call('INCR', p .. 'seq')
  redis.call('DEL', p .. 'a:' .. key, p .. 'c:' .. key)
  redis.call('HSET', p .. 'a:' .. key, 'environment', environment, 'balance', balance, 'held', '0', 'spent', '0',
    'requests', '0', 'revoked', revoked, 'permissions', permissions, 'generation', redis.call('GET', p .. 'generation'))
  redis.call('ZADD', p .. 'keys', seq, key)
  return seq
end
local function insertAll(accounts)
  for _, a in ipairs(cjson.decode(accounts)) do insert(a[1], a[2], a[3], a[4], a[5]) end
end
local function free(id)
  local h = redis.call('HMGET', p .. 'h:' .. id, 'key', 'amount')
  redis.call('ZREM', p .. 'leases', id)
  if not h[1] then return false end
  redis.call('DEL', p .. 'h:' .. id)
  if redis.call('EXISTS', p .. 'a:' .. h[1]) == 1 then
    redis.call('HINCRBY', p .. 'a:' .. h[1], 'held', whole(-tonumber(h[2])))
  end
  return true
end
local function sweep()
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', p .. 'leases', '-inf', now(), 'LIMIT', 0, 1000)) do free(id) end
end
local function find(id, key)
  for _, entry in ipairs(redis.call('LRANGE', p .. 'c:' .. key, 0, -1)) do
    local of, amount = string.match(entry, '^(%S+) (%S+) ')
    if of == id then return entry, tonumber(amount) end
  end
end
local function pay(key, amount)
  redis.call('HINCRBY', p .. 'a:' .. key, 'balance', whole(-amount))
  redis.call('HINCRBY', p .. 'a:' .. key, 'spent', whole(amount))
end
local function listOf(key) if key == '' then return p .. 'faults:any' end return p .. 'faults:key:' .. key end
local function disarm(id)
  local key = redis.call('HGET', p .. 'fault:' .. id, 'key')
  if not key then return 0 end
  redis.call('DEL', p .. 'fault:' .. id)
  redis.call('ZREM', p .. 'faults', id)
  redis.call('ZREM', listOf(key), id)
  return 1
end
`;

const scripts = {
  /** (version, initial accounts): the version of the data. */
  begin: `
if not redis.call('GET', p .. 'version') then
  redis.call('SET', p .. 'version', ARGV[1])
  redis.call('SETNX', p .. 'generation', '0')
  insertAll(ARGV[2])
end
return redis.call('GET', p .. 'version')`,
  /** (key, environment, balance, revoked, permissions) */
  create: `
local seq = insert(ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5])
redis.call('ZADD', p .. 'created', seq, ARGV[1])
if redis.call('ZCARD', p .. 'created') > ${maxListed} then
  local key = redis.call('ZPOPMIN', p .. 'created')[1]
  redis.call('ZREM', p .. 'keys', key)
  redis.call('DEL', p .. 'a:' .. key, p .. 'c:' .. key)
end
return record(ARGV[1])`,
  /** (key) */
  find: 'return record(ARGV[1])',
  /** (limit) */
  newest: `
local found = {}
for _, key in ipairs(redis.call('ZREVRANGE', p .. 'keys', 0, ARGV[1] - 1)) do found[#found + 1] = record(key) end
return found`,
  /** (key) */
  revoke: `
if not record(ARGV[1]) then return false end
redis.call('HSET', p .. 'a:' .. ARGV[1], 'revoked', '1')
return record(ARGV[1])`,
  /** (key, amount) */
  credit: `
if not record(ARGV[1]) then return false end
redis.call('HINCRBY', p .. 'a:' .. ARGV[1], 'balance', ARGV[2])
return record(ARGV[1])`,
  /** (key) */
  admit: `
local found = record(ARGV[1])
if found and found[5] == '0' then redis.call('HINCRBY', p .. 'a:' .. ARGV[1], 'requests', 1) end
return found`,
  /** (key) */
  charges: `
if not record(ARGV[1]) then return false end
return redis.call('LRANGE', p .. 'c:' .. ARGV[1], 0, -1)`,
  /** (initial accounts) */
  reset: `
for _, key in ipairs(redis.call('ZRANGE', p .. 'keys', 0, -1)) do redis.call('DEL', p .. 'a:' .. key, p .. 'c:' .. key) end
for _, id in ipairs(redis.call('ZRANGE', p .. 'leases', 0, -1)) do redis.call('DEL', p .. 'h:' .. id) end
redis.call('DEL', p .. 'keys', p .. 'created', p .. 'leases')
redis.call('INCR', p .. 'generation')
insertAll(ARGV[1])`,
  /** (id, key, amount, generation or nothing, lease): the generation. */
  hold: `
sweep()
local a = redis.call('HMGET', p .. 'a:' .. ARGV[2], 'balance', 'held', 'generation')
if not a[1] or (ARGV[4] ~= '' and ARGV[4] ~= a[3]) then return false end
if tonumber(a[1]) <= 0 or a[1] - a[2] < tonumber(ARGV[3]) then return false end
redis.call('HINCRBY', p .. 'a:' .. ARGV[2], 'held', ARGV[3])
redis.call('HSET', p .. 'h:' .. ARGV[1], 'key', ARGV[2], 'amount', ARGV[3])
redis.call('ZADD', p .. 'leases', now() + ARGV[5], ARGV[1])
return a[3]`,
  /** (id, key, amount, charge, generation) */
  settle: `
if not free(ARGV[1]) then
  if redis.call('GET', p .. 'generation') ~= ARGV[5] then return 'forgotten' end
  if find(ARGV[1], ARGV[2]) then return 'charged' end
  return 'gone'
end
redis.call('RPUSH', p .. 'c:' .. ARGV[2], ARGV[1] .. ' ' .. ARGV[3] .. ' ' .. ARGV[4])
redis.call('LTRIM', p .. 'c:' .. ARGV[2], ${-maxListed}, -1)
pay(ARGV[2], tonumber(ARGV[3]))
return 'charged'`,
  /** (id, key) */
  cancel: `
if free(ARGV[1]) then return end
local entry, amount = find(ARGV[1], ARGV[2])
if not entry then return end
redis.call('LREM', p .. 'c:' .. ARGV[2], -1, entry)
pay(ARGV[2], -amount)`,
  /** (lease, id…) */
  renew: `
local till = now() + ARGV[1]
for at = 2, #ARGV do redis.call('ZADD', p .. 'leases', 'XX', till, ARGV[at]) end`,
  sweep: 'sweep()',
  /** (name, key, endpoint, times, fault): its number. */
  arm: `
local id = redis.call('INCR', p .. 'armed')
redis.call('HSET', p .. 'fault:' .. id, 'name', ARGV[1], 'key', ARGV[2], 'endpoint', ARGV[3], 'left', ARGV[4], 'fault', ARGV[5])
redis.call('ZADD', p .. 'faults', id, id)
redis.call('ZADD', listOf(ARGV[2]), id, id)
if redis.call('ZCARD', p .. 'faults') > ${maxArmed} then disarm(redis.call('ZRANGE', p .. 'faults', 0, 0)[1]) end
return id`,
  armed: `
local found = {}
for _, id in ipairs(redis.call('ZRANGE', p .. 'faults', 0, -1)) do
  local f = redis.call('HMGET', p .. 'fault:' .. id, 'left', 'fault')
  found[#found + 1] = { id, f[1], f[2] }
end
return found`,
  /** (id) */
  disarm: 'return disarm(ARGV[1])',
  /** (key, or nothing for all) */
  disarmAll: `
local ids = ARGV[1] == '' and redis.call('ZRANGE', p .. 'faults', 0, -1) or redis.call('ZRANGE', listOf(ARGV[1]), 0, -1)
for _, id in ipairs(ids) do disarm(id) end`,
  /** (endpoint, key or nothing, steps, endings) */
  take: `
local ids = redis.call('ZRANGE', p .. 'faults:any', 0, -1)
if ARGV[2] ~= '' then
  for _, id in ipairs(redis.call('ZRANGE', p .. 'faults:key:' .. ARGV[2], 0, -1)) do ids[#ids + 1] = id end
end
if #ids == 0 then return {} end
table.sort(ids, function(one, other) return tonumber(one) < tonumber(other) end)
local ends = {}
for _, name in ipairs(cjson.decode(ARGV[4])) do ends[name] = true end
local taken = {}
for _, names in ipairs(cjson.decode(ARGV[3])) do
  local wanted = {}
  for _, name in ipairs(names) do wanted[name] = true end
  for _, id in ipairs(ids) do
    local f = redis.call('HMGET', p .. 'fault:' .. id, 'name', 'endpoint', 'left', 'fault')
    if f[1] and wanted[f[1]] and (f[2] == '' or f[2] == ARGV[1]) then
      if tonumber(f[3]) > 1 then redis.call('HINCRBY', p .. 'fault:' .. id, 'left', -1) else disarm(id) end
      taken[#taken + 1] = f[4]
      if ends[f[1]] then return taken end
      break
    end
  end
end
return taken`,
  /** (entry…) */
  write: `
redis.call('LPUSH', p .. 'journal', unpack(ARGV))
redis.call('LTRIM', p .. 'journal', 0, ${journalLength - 1})`,
  /** (before, after) */
  rewrite: `
for at, entry in ipairs(redis.call('LRANGE', p .. 'journal', 0, -1)) do
  if entry == ARGV[1] then return redis.call('LSET', p .. 'journal', at - 1, ARGV[2]) end
end`,
  written: `return redis.call('LRANGE', p .. 'journal', 0, -1)`,
  erase: `redis.call('DEL', p .. 'journal')`,
} as const;

export type ScriptName = keyof typeof scripts;

/** Every script with the shared functions. */
export const redisScripts: readonly (readonly [ScriptName, string])[] = Object.entries(scripts).map(
  ([name, body]) => [name as ScriptName, `${common}${body}`] as const,
);
