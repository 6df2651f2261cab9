# Remarks on moves are said in English by the games themselves; only what they do not say stands here.
