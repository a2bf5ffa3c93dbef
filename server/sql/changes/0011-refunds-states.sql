-- States of a refund that was asked for and is not made (WORK-19): another person still has to decide, or has rejected it.
alter type refund_state add value if not exists 'awaiting_approval' before 'due';
alter type refund_state add value if not exists 'rejected';
