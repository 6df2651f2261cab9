# Phrases are written in English where they come from; only what joins them stands here.

phrase-line = {" "}(line { $line })
